import { Writable } from 'node:stream';

/**
 * Takes standard output for the protocol alone. Whatever else in this process writes to it, a tool's module that
 * prints or a library that warns, is on standard error from now on: one stray line would end the conversation.
 */
export function takeStdout(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): Writable {
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  return new Writable({
    write: (chunk: Uint8Array, _encoding, done) => {
      write(chunk, done);
    },
  });
}
