import { synthetic } from '../lib/synthetic.mjs';

export default synthetic({
  id: 'arrow',
  says: ', with a number and an arrow before each line',
  write: (number, text) => `${number}→${text}`,
  read(line) {
    const [, number, text] = /^(\d+)→(.*)$/su.exec(line);
    return { number: Number(number), text };
  },
});
