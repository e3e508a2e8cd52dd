// `toolshed/client`: a typed client of the HTTP API, for browsers and Node.
export * from '@toolshed/client';
