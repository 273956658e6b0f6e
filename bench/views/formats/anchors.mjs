import { synthetic } from '../lib/synthetic.mjs';

/** The first line of a page has its number too: who reads only the page has to know where it is. */
export default synthetic({
  id: 'anchors',
  says: ', with a tab before each line and a number before every tenth',
  write: (number, text, isFirst) => `${isFirst || number % 10 === 0 ? number : ''}\t${text}`,
  read(line) {
    const [, number, text] = /^(\d*)\t(.*)$/su.exec(line);
    return { number: number === '' ? undefined : Number(number), text };
  },
});
