// How far a sweep goes. `npm test` runs each one over the cases it is most likely to fail on; `npm run test:deep`
// runs it over all. vitest.config.ts sets the depth, and takes the files that import this one for the deep run.

const isDeep = process.env['TOOLSHED_TEST_DEPTH'] === 'full';

export const deep = <T>(full: T, short: T): T => (isDeep ? full : short);
