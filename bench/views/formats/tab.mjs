import { synthetic } from '../lib/synthetic.mjs';

export default synthetic({
  id: 'tab',
  says: ', with a number and a tab before each line',
  write: (number, text) => `${number}\t${text}`,
  read(line) {
    const [, number, text] = /^(\d+)\t(.*)$/su.exec(line);
    return { number: Number(number), text };
  },
});
