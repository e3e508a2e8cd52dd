// Run as a process of its own, so that the package takes the temporary folder it is given for the machine's.

import chromium from '@sparticuz/chromium';

await chromium.executablePath();
