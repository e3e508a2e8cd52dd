import './no-eval.ts';
import { render } from 'preact';
import { App } from './app.tsx';
import { takeKey } from './key.ts';
import { goLive } from './live.ts';
import { followLinks } from './route.ts';
import { startClock } from './store.ts';
import './style.css';

const root = document.getElementById('app');
if (root === null) throw new TypeError('The page has no place for the app');
takeKey();
followLinks();
startClock();
goLive();
render(<App />, root);
