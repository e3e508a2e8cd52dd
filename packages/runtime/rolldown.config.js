// The worker is one file: a process without leave to read files can start it.
export default {
  input: 'dist/sandbox/worker-process/worker-main.js',
  output: { file: 'dist/worker.js', format: 'esm' },
  platform: 'node',
  treeshake: true,
};
