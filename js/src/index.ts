import { hydrate, render } from './host';

export { hydrate };
export default { render };
