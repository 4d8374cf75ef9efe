/* Looking for words in a text, whatever their accents and capitals. */

/** The same text without accents and in small letters. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase();
}

/** A text in pieces, each of which is one of the (folded) words or stands between them. */
export function pieces(text: string, words: string[]): { text: string; hit: boolean }[] {
  const letters = [...text];
  /* Of each unit of the folded text, the letter that it comes from: one letter may be several units, or none. */
  const from = letters.flatMap((letter, index) => Array.from({ length: fold(letter).length }, () => index));
  const folded = letters.map(fold).join('');
  const hit = letters.map(() => false);
  for (const word of words.filter(Boolean)) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      from.slice(at, at + word.length).forEach((index) => {
        hit[index] = true;
      });
    }
  }
  const made: { text: string; hit: boolean }[] = [];
  letters.forEach((letter, index) => {
    const last = made.at(-1);
    if (last && last.hit === hit[index]) {
      last.text += letter;
    } else {
      made.push({ text: letter, hit: hit[index] ?? false });
    }
  });
  return made;
}
