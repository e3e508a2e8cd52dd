import type pc from 'picocolors';

/** Colours for a terminal, or none. */
export type Paint = ReturnType<typeof pc.createColors>;
