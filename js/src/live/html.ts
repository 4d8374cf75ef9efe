/* What Python shows as a page is built anew from known elements and attributes: nothing in it can run or load. */
import { pageLink, safeLink } from '../text';

const elements = new Set(
  'div span p ul ol li b i em strong small a table caption thead tbody tr th td aside section header h2 h3 h4 h5 details summary code pre br'.split(' '),
);
const attributes = /^(class|lang|scope|role|title|colspan|rowspan|data-[a-z-]+|aria-[a-z]+)$/;
/* Their text is not meant for readers. */
const silent = new Set(['script', 'style', 'template', 'iframe', 'object', 'noscript']);

export function safeHtml(source: string): DocumentFragment {
  const parsed = new DOMParser().parseFromString(source, 'text/html');
  const built = document.createDocumentFragment();
  built.append(...rebuilt(parsed.body));
  return built;
}

function rebuilt(parent: Element): (Node | string)[] {
  return [...parent.childNodes].flatMap((child) => {
    if (child.nodeType === Node.TEXT_NODE) {
      return [child.nodeValue ?? ''];
    }
    const element = child as Element;
    if (child.nodeType !== Node.ELEMENT_NODE || silent.has(element.localName)) {
      return [];
    }
    if (!elements.has(element.localName)) {
      return rebuilt(element);
    }
    const copy = document.createElement(element.localName);
    for (const { name, value } of element.attributes) {
      /* A copy of a rule's words is no second anchor, and data-kind would be taken for a widget. */
      const isKnown = attributes.test(name) && name !== 'data-kind';
      if (isKnown) {
        copy.setAttribute(name, value);
      } else if (name === 'href' && safeLink(value)) {
        copy.setAttribute(name, pageLink(value));
      }
    }
    copy.append(...rebuilt(element));
    return [copy];
  });
}
