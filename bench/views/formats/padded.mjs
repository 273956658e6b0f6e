import { synthetic } from '../lib/synthetic.mjs';

export default synthetic({
  id: 'padded',
  says: ', with a number in six columns and a tab before each line',
  write: (number, text) => `${String(number).padStart(6)}\t${text}`,
  read(line) {
    const [, number, text] = /^ *(\d+)\t(.*)$/su.exec(line);
    return { number: Number(number), text };
  },
});
