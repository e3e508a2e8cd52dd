// Starts the page: signs in with the code of its address, connects to the event stream, draws `app.tsx`.

import { render } from 'preact';
import { App } from './app.tsx';
import { signIn } from './client/api.ts';
import { takeCode } from './client/key.ts';
import { refuseHeldEnter } from './keyboard.ts';
import { goLive } from './client/live.ts';
import { followLinks, go } from './route.ts';
import { startClock } from './client/clock.ts';
import { questions, total } from './client/store.ts';
import { showWaiting } from './notify.ts';
import { tell } from './toasts.tsx';
import './style/style.css';

const root = document.getElementById('app');
if (root === null) throw new TypeError('The page has no place for the app');
const code = takeCode();
go(location.pathname);
followLinks();
startClock();
refuseHeldEnter();
showWaiting({ questions, total });
if (code === undefined) goLive();
else
  signIn({ code })
    .catch((error: Error) => tell(error.message, true))
    .finally(goLive);
render(<App />, root);
