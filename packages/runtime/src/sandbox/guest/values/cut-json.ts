// Shortens a JSON text that is too long, so that it stays JSON: what comes first is kept, and where it stops a mark
// stands. It reads the text from its start and never beyond what it keeps, whatever the value was.

import type { Primordials } from '../primordials.js';

/** At most `most` characters of JSON. */
export type CutJson = (json: string, most: number) => string;

export function createJsonCut(p: Pick<Primordials, 'slice'>): CutJson {
  const MARK = '… (cut)';
  /** For the mark, and what closes what is open. */
  const RESERVED = 100;
  /** Deeper values are cut there: the host takes none that is this deep. */
  const DEEPEST = 80;

  return (json, most) => {
    if (json.length <= most) return json;
    const room = most - RESERVED;
    /** What closes the lists and objects that are open, the innermost first. */
    let closers = '';
    /** Where a member ended last, and what had to be closed there. */
    let end = 0;
    let endClosers = '';
    let isFirst = true;
    let inText = false;
    let isKey = false;
    let before = '';
    /** Where a text may stop: never inside of an escape, nor between the halves of a pair. */
    let textEnd = 0;
    /** How many characters of an escape are still to come; -1: the next one says how many. */
    let escaped = 0;
    for (let at = 0; at < room; at++) {
      const unit = `${json[at]}`;
      if (inText) {
        if (escaped < 0) escaped = unit === 'u' ? 4 : 0;
        else if (escaped > 0) escaped--;
        else if (unit === '\\') escaped = -1;
        else if (unit === '"') inText = false;
        if (escaped === 0 && !(unit >= '\ud800' && unit <= '\udbff')) textEnd = at + 1;
        if (inText) continue;
      } else if (unit === '"') {
        inText = true;
        isKey = (before === '{' || before === ',') && closers[0] === '}';
        textEnd = at + 1;
      } else if (unit === '[' || unit === '{') {
        if (closers.length >= DEEPEST) break;
        closers = `${unit === '[' ? ']' : '}'}${closers}`;
        end = at + 1;
        endClosers = closers;
        isFirst = true;
      } else if (unit === ']' || unit === '}') {
        closers = p.slice(closers, 1);
      } else if (unit === ',') {
        end = at;
        endClosers = closers;
        isFirst = false;
      }
      before = unit;
    }
    if (inText && !isKey) return `${p.slice(json, 0, textEnd)}${MARK}"${closers}`;
    const mark = endClosers[0] === '}' ? `"…":"${MARK}"` : `"${MARK}"`;
    return `${p.slice(json, 0, end)}${isFirst ? '' : ','}${mark}${endClosers}`;
  };
}
