// A sign of life for work that takes a while. Drawn on one line, and removed without a trace.

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const;
const FRAME_MS = 80;
const PATIENCE_MS = 250;
const CLEAR_LINE = '\r\u001b[2K';

/** Draws until the returned function is called. Work that is done at once draws nothing. */
export function startSpinner(what: () => string, write: (text: string) => void): () => void {
  let frame = 0;
  let drawing: NodeJS.Timeout | undefined;
  const draw = (): void => write(`${CLEAR_LINE}${FRAMES[frame++ % FRAMES.length]} ${what()}`);
  const patience = setTimeout(() => {
    draw();
    drawing = setInterval(draw, FRAME_MS);
  }, PATIENCE_MS);
  return () => {
    clearTimeout(patience);
    if (drawing === undefined) return;
    clearInterval(drawing);
    write(CLEAR_LINE);
  };
}
