// The text formats a form may ask for, each checked in one pass over the text.

import { z } from 'zod';

/** The formats a text field of a form may have. */
export const TextFormat = z.enum(['email', 'uri', 'date', 'date-time']);
export type TextFormat = z.infer<typeof TextFormat>;

export const hasFormat = (format: TextFormat, text: string): boolean => CHECKS[format](text);

const CHECKS = { email: isEmail, uri: isUri, date: isDate, 'date-time': isDateTime } as const satisfies Record<
  TextFormat,
  (text: string) => boolean
>;

function isEmail(text: string): boolean {
  const [local, domain, ...more] = text.split('@');
  if (local === undefined || domain === undefined || more.length > 0) return false;
  const labels = domain.split('.');
  return (
    local.split('.').every((atom) => /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/.test(atom)) &&
    labels.length > 1 &&
    labels.every((label) => /^[A-Za-z0-9-]+$/.test(label) && !label.startsWith('-') && !label.endsWith('-'))
  );
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDate(text: string): boolean {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (!found) return false;
  const [year = 0, month = 0, day = 0] = found.slice(1).map(Number);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

function isDateTime(text: string): boolean {
  const [date, time, ...more] = text.split(/[tT\s]/);
  return date !== undefined && time !== undefined && more.length === 0 && isDate(date) && isTime(time);
}

/** With an offset; the 61st second of a minute only where leap seconds are: before midnight in UTC. */
function isTime(text: string): boolean {
  const found = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[zZ]|([+-])(\d\d)(?::?(\d\d))?)$/.exec(text);
  if (!found) return false;
  const [hour = 0, minute = 0, second = 0] = found.slice(1, 4).map(Number);
  const [offsetHour, offsetMinute] = [Number(found[5] ?? 0), Number(found[6] ?? 0)];
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false;
  const offset = (found[4] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  const utc = (hour * 60 + minute - offset + 2 * MINUTES_A_DAY) % MINUTES_A_DAY;
  return second < 60 || utc === MINUTES_A_DAY - 1;
}

const MINUTES_A_DAY = 24 * 60;

/** An absolute address: a scheme, then an authority or a path, query and fragment, all of the characters of RFC 3986. */
function isUri(text: string): boolean {
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/.exec(text);
  if (!scheme || !/^(?:[A-Za-z0-9._~!$&'()*+,;=:@/?#[\]-]|%[0-9A-Fa-f]{2})*$/.test(text)) return false;
  const [withoutFragment = '', ...fragments] = text.slice(scheme[0].length).split('#');
  const [hierarchy = '', ...query] = withoutFragment.split('?');
  if (fragments.length > 1 || /[[\]]/.test([...query, ...fragments].join(''))) return false;
  if (!/[[\]]/.test(hierarchy)) return hierarchy !== '';
  const [, authority = '', path = ''] = /^\/\/?([^/]*)(.*)$/.exec(hierarchy) ?? [];
  return isAuthority(authority) && !/[[\]]/.test(path);
}

/** One with an address in brackets: the only place brackets may be. */
function isAuthority(authority: string): boolean {
  const [last = '', ...users] = authority.split('@').reverse();
  if (users.length > 1 || /[[\]]/.test(users.join(''))) return false;
  const address = /^\[([^\]]*)\](?::\d*)?$/.exec(last)?.[1];
  return address !== undefined && isAddressLiteral(address);
}

function isAddressLiteral(address: string): boolean {
  if (/^[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+$/.test(address)) return true;
  const [head = '', tail, ...more] = address.split('::');
  if (more.length > 0) return false;
  const count = (side: string, isLast: boolean): number => {
    if (side === '') return 0;
    const groups = side.split(':');
    const isMapped = isLast && isIpv4(groups.at(-1) ?? '');
    const plain = isMapped ? groups.slice(0, -1) : groups;
    return plain.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group)) ? plain.length + (isMapped ? 2 : 0) : 99;
  };
  const groups = count(head, tail === undefined) + (tail === undefined ? 0 : count(tail, true));
  return tail === undefined ? groups === 8 : groups <= 7;
}

const isIpv4 = (text: string): boolean => {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
};
