import { synthetic } from '../lib/synthetic.mjs';

export default synthetic({
  id: 'bare',
  says: ' as it stands',
  write: (_, text) => text,
  read: (line) => ({ text: line }),
});
