/** Every worker: V8's heaps need one snapshot, and Node's own permission model is a cheap extra layer. */
const ALWAYS = ['--no-node-snapshot', '--permission', '--allow-addons', '--disable-warning=PERM0001'] as const;

/** A worker that locks itself down needs FFI until it has. */
const TO_LOCK_DOWN = ['--allow-ffi', '--disable-warning=PERM0003', '--disable-warning=ExperimentalWarning'] as const;

export const workerNodeFlags = ({ lockDown }: { readonly lockDown: boolean }): readonly string[] =>
  lockDown ? [...ALWAYS, ...TO_LOCK_DOWN] : ALWAYS;

/** Node before 26 has no FFI and refuses to start with its flag. */
export const hasFfi = (): boolean => process.allowedNodeEnvironmentFlags.has('--allow-ffi');
