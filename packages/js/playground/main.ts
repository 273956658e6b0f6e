/** The script of the page and of its worker, which run the same text. */

import { startPage } from './app.js';
import { startWorker } from './worker.js';

if (typeof document === 'undefined') startWorker();
else void startPage();
