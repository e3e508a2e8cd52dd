/** Base of every error Toolshed raises on purpose. Anything else that surfaces is a defect. */
export abstract class ToolshedError extends Error {
  abstract readonly code: `${string}/${string}`;
}
