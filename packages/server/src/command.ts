// What the command shares with the server, and nobody else should need.
export { mayComplete } from './http/access/principal.js';
export { isLoopback } from './http/access/site.js';
export { FlowPattern } from './http/access/token.js';
export { keyGivenTwice } from './http/json-tokens.js';
export { LineNumber } from './http/line-number.js';
export { redact } from './redact.js';
