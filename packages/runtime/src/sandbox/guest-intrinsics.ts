// Every intrinsic a program can reach from its globals and from the language's syntax, with its own members. An engine
// that grows one fails the test that walks the real thing, so adding one here means that somebody has looked at it: it must have no
// effect outside the isolate, read no clock, no chance and no collected garbage, and take no memory the heap limit
// does not see.
//
// Members that are plain functions are listed by name only. Older engines lack some.

const PLAIN_CLASS = 'length name prototype';
const ERROR_PROTOTYPE = 'constructor message name';
const TYPED_ARRAY = 'BYTES_PER_ELEMENT length name prototype';
const TYPED_ARRAY_PROTOTYPE = 'BYTES_PER_ELEMENT constructor';
const ITERATOR_PROTOTYPE = '@@toStringTag next';
const FORMATTER = 'length name prototype supportedLocalesOf';

export const GUEST_INTRINSICS: Readonly<Record<string, string>> = {
  'Object.prototype':
    '__defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ __proto__ constructor hasOwnProperty ' +
    'isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf',
  'Function.prototype': '@@hasInstance apply arguments bind call caller constructor length name toString',
  'Array.prototype':
    '@@iterator @@unscopables at concat constructor copyWithin entries every fill filter find findIndex ' +
    'findLast findLastIndex flat flatMap forEach includes indexOf join keys lastIndexOf length map pop push ' +
    'reduce reduceRight reverse shift slice some sort splice toLocaleString toReversed toSorted toSpliced ' +
    'toString unshift values with',
  'Iterator.prototype':
    '@@dispose @@iterator @@toStringTag constructor drop every filter find flatMap forEach map reduce some ' +
    'take toArray',
  '%TypedArray%': '@@species from length name of prototype',
  '%GeneratorFunction%': PLAIN_CLASS,
  '%AsyncFunction%': PLAIN_CLASS,
  '%AsyncGeneratorFunction%': PLAIN_CLASS,
  '%ArrayIteratorPrototype%': ITERATOR_PROTOTYPE,
  '%StringIteratorPrototype%': ITERATOR_PROTOTYPE,
  '%MapIteratorPrototype%': ITERATOR_PROTOTYPE,
  '%SetIteratorPrototype%': ITERATOR_PROTOTYPE,
  '%RegExpStringIteratorPrototype%': ITERATOR_PROTOTYPE,
  '%IteratorHelperPrototype%': '@@toStringTag next return',
  '%WrapForValidIteratorPrototype%': 'next return',
  '%AsyncIteratorPrototype%': '@@asyncDispose @@asyncIterator',
  '%SegmentsPrototype%': '@@iterator containing',
  '%SegmentIteratorPrototype%': ITERATOR_PROTOTYPE,
  Object:
    'assign create defineProperties defineProperty entries freeze fromEntries getOwnPropertyDescriptor ' +
    'getOwnPropertyDescriptors getOwnPropertyNames getOwnPropertySymbols getPrototypeOf groupBy hasOwn is ' +
    'isExtensible isFrozen isSealed keys length name preventExtensions prototype seal setPrototypeOf values',
  Function: PLAIN_CLASS,
  Array: '@@species from fromAsync isArray length name of prototype',
  Number:
    'EPSILON MAX_SAFE_INTEGER MAX_VALUE MIN_SAFE_INTEGER MIN_VALUE NEGATIVE_INFINITY NaN POSITIVE_INFINITY ' +
    'isFinite isInteger isNaN isSafeInteger length name parseFloat parseInt prototype',
  Boolean: PLAIN_CLASS,
  String: 'fromCharCode fromCodePoint length name prototype raw',
  Symbol:
    'asyncDispose asyncIterator dispose for hasInstance isConcatSpreadable iterator keyFor length match ' +
    'matchAll name prototype replace search species split toPrimitive toStringTag unscopables',
  Date: 'UTC length name now parse prototype',
  Promise: '@@species all allSettled any length name prototype race reject resolve try withResolvers',
  RegExp:
    "$& $' $+ $1 $2 $3 $4 $5 $6 $7 $8 $9 $_ $` @@species escape input lastMatch lastParen leftContext length " +
    'name prototype rightContext',
  Error: 'captureStackTrace isError length name prepareStackTrace prototype stackTraceLimit',
  AggregateError: PLAIN_CLASS,
  EvalError: PLAIN_CLASS,
  RangeError: PLAIN_CLASS,
  ReferenceError: PLAIN_CLASS,
  SyntaxError: PLAIN_CLASS,
  TypeError: PLAIN_CLASS,
  URIError: PLAIN_CLASS,
  JSON: '@@toStringTag parse stringify',
  Math:
    '@@toStringTag E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2 abs acos acosh asin asinh atan atan2 atanh cbrt ' +
    'ceil clz32 cos cosh exp expm1 f16round floor fround hypot imul log log10 log1p log2 max min pow random ' +
    'round sign sin sinh sqrt tan tanh trunc',
  Intl:
    '@@toStringTag Collator DateTimeFormat DisplayNames DurationFormat ListFormat Locale NumberFormat ' +
    'PluralRules RelativeTimeFormat Segmenter getCanonicalLocales supportedValuesOf',
  ArrayBuffer: '@@species isView length name prototype',
  Uint8Array: 'BYTES_PER_ELEMENT fromBase64 fromHex length name prototype',
  Int8Array: TYPED_ARRAY,
  Uint16Array: TYPED_ARRAY,
  Int16Array: TYPED_ARRAY,
  Uint32Array: TYPED_ARRAY,
  Int32Array: TYPED_ARRAY,
  BigUint64Array: TYPED_ARRAY,
  BigInt64Array: TYPED_ARRAY,
  Uint8ClampedArray: TYPED_ARRAY,
  Float32Array: TYPED_ARRAY,
  Float64Array: TYPED_ARRAY,
  Float16Array: TYPED_ARRAY,
  DataView: PLAIN_CLASS,
  Map: '@@species groupBy length name prototype',
  BigInt: 'asIntN asUintN length name prototype',
  Set: '@@species length name prototype',
  Iterator: 'concat from length name prototype',
  WeakMap: PLAIN_CLASS,
  WeakSet: PLAIN_CLASS,
  Proxy: 'length name revocable',
  Reflect:
    '@@toStringTag apply construct defineProperty deleteProperty get getOwnPropertyDescriptor getPrototypeOf ' +
    'has isExtensible ownKeys preventExtensions set setPrototypeOf',
  console: 'debug error info log warn',
  store: 'delete get list set',
  TextEncoder: PLAIN_CLASS,
  TextDecoder: PLAIN_CLASS,
  URL: 'canParse length name parse prototype',
  URLSearchParams: PLAIN_CLASS,
  crypto: '@@toStringTag getRandomValues randomUUID',
  'TextEncoder.prototype': '@@toStringTag constructor encode encodeInto encoding',
  'TextDecoder.prototype': '@@toStringTag constructor decode encoding fatal ignoreBOM',
  'URL.prototype':
    '@@toStringTag constructor hash host hostname href origin password pathname port protocol search searchParams ' +
    'toJSON toString username',
  'URLSearchParams.prototype':
    '@@iterator @@toStringTag append constructor delete entries forEach get getAll has keys set size sort toString ' +
    'values',
  Temporal:
    '@@toStringTag Duration Instant PlainDate PlainDateTime PlainMonthDay PlainTime PlainYearMonth ' + 'ZonedDateTime',
  SuppressedError: PLAIN_CLASS,
  DisposableStack: PLAIN_CLASS,
  AsyncDisposableStack: PLAIN_CLASS,
  'globalThis.[[Prototype]]': 'constructor',
  'Array.prototype.@@unscopables':
    'at copyWithin entries fill find findIndex findLast findLastIndex flat flatMap includes keys toReversed ' +
    'toSorted toSpliced values',
  '%TypedArray%.prototype':
    '@@iterator @@toStringTag at buffer byteLength byteOffset constructor copyWithin entries every fill ' +
    'filter find findIndex findLast findLastIndex forEach includes indexOf join keys lastIndexOf length map ' +
    'reduce reduceRight reverse set slice some sort subarray toLocaleString toReversed toSorted toString ' +
    'values with',
  '%GeneratorFunction%.prototype': '@@toStringTag constructor prototype',
  '%AsyncFunction%.prototype': '@@toStringTag constructor',
  '%AsyncGeneratorFunction%.prototype': '@@toStringTag constructor prototype',
  'Number.prototype': 'constructor toExponential toFixed toLocaleString toPrecision toString valueOf',
  'Boolean.prototype': 'constructor toString valueOf',
  'String.prototype':
    '@@iterator anchor at big blink bold charAt charCodeAt codePointAt concat constructor endsWith fixed ' +
    'fontcolor fontsize includes indexOf isWellFormed italics lastIndexOf length link localeCompare match ' +
    'matchAll normalize padEnd padStart repeat replace replaceAll search slice small split startsWith strike ' +
    'sub substr substring sup toLocaleLowerCase toLocaleUpperCase toLowerCase toString toUpperCase ' +
    'toWellFormed trim trimEnd trimLeft trimRight trimStart valueOf',
  'Symbol.prototype': '@@toPrimitive @@toStringTag constructor description toString valueOf',
  'Date.prototype':
    '@@toPrimitive constructor getDate getDay getFullYear getHours getMilliseconds getMinutes getMonth ' +
    'getSeconds getTime getTimezoneOffset getUTCDate getUTCDay getUTCFullYear getUTCHours getUTCMilliseconds ' +
    'getUTCMinutes getUTCMonth getUTCSeconds getYear setDate setFullYear setHours setMilliseconds setMinutes ' +
    'setMonth setSeconds setTime setUTCDate setUTCFullYear setUTCHours setUTCMilliseconds setUTCMinutes ' +
    'setUTCMonth setUTCSeconds setYear toDateString toGMTString toISOString toJSON toLocaleDateString ' +
    'toLocaleString toLocaleTimeString toString toTemporalInstant toTimeString toUTCString valueOf',
  'Promise.prototype': '@@toStringTag catch constructor finally then',
  'RegExp.prototype':
    '@@match @@matchAll @@replace @@search @@split compile constructor dotAll exec flags global hasIndices ' +
    'ignoreCase multiline source sticky test toString unicode unicodeSets',
  'Error.prototype': 'constructor message name toJSON toString',
  'AggregateError.prototype': ERROR_PROTOTYPE,
  'EvalError.prototype': ERROR_PROTOTYPE,
  'RangeError.prototype': ERROR_PROTOTYPE,
  'ReferenceError.prototype': ERROR_PROTOTYPE,
  'SyntaxError.prototype': ERROR_PROTOTYPE,
  'TypeError.prototype': ERROR_PROTOTYPE,
  'URIError.prototype': ERROR_PROTOTYPE,
  'Intl.DateTimeFormat': FORMATTER,
  'Intl.NumberFormat': FORMATTER,
  'Intl.Collator': FORMATTER,
  'Intl.PluralRules': FORMATTER,
  'Intl.RelativeTimeFormat': FORMATTER,
  'Intl.ListFormat': FORMATTER,
  'Intl.Locale': PLAIN_CLASS,
  'Intl.DisplayNames': FORMATTER,
  'Intl.Segmenter': FORMATTER,
  'Intl.DurationFormat': FORMATTER,
  'ArrayBuffer.prototype':
    '@@toStringTag byteLength constructor detached maxByteLength resizable resize slice transfer ' +
    'transferToFixedLength',
  'Uint8Array.prototype': 'BYTES_PER_ELEMENT constructor setFromBase64 setFromHex toBase64 toHex',
  'Int8Array.prototype': TYPED_ARRAY_PROTOTYPE,
  'Uint16Array.prototype': TYPED_ARRAY_PROTOTYPE,
  'Int16Array.prototype': TYPED_ARRAY_PROTOTYPE,
  'Uint32Array.prototype': TYPED_ARRAY_PROTOTYPE,
  'Int32Array.prototype': TYPED_ARRAY_PROTOTYPE,
  'BigUint64Array.prototype': TYPED_ARRAY_PROTOTYPE,
  'BigInt64Array.prototype': TYPED_ARRAY_PROTOTYPE,
  'Uint8ClampedArray.prototype': TYPED_ARRAY_PROTOTYPE,
  'Float32Array.prototype': TYPED_ARRAY_PROTOTYPE,
  'Float64Array.prototype': TYPED_ARRAY_PROTOTYPE,
  'Float16Array.prototype': TYPED_ARRAY_PROTOTYPE,
  'DataView.prototype':
    '@@toStringTag buffer byteLength byteOffset constructor getBigInt64 getBigUint64 getFloat16 getFloat32 ' +
    'getFloat64 getInt16 getInt32 getInt8 getUint16 getUint32 getUint8 setBigInt64 setBigUint64 setFloat16 ' +
    'setFloat32 setFloat64 setInt16 setInt32 setInt8 setUint16 setUint32 setUint8',
  'Map.prototype':
    '@@iterator @@toStringTag clear constructor delete entries forEach get getOrInsert getOrInsertComputed ' +
    'has keys set size values',
  'BigInt.prototype': '@@toStringTag constructor toLocaleString toString valueOf',
  'Set.prototype':
    '@@iterator @@toStringTag add clear constructor delete difference entries forEach has intersection ' +
    'isDisjointFrom isSubsetOf isSupersetOf keys size symmetricDifference union values',
  'WeakMap.prototype': '@@toStringTag constructor delete get getOrInsert getOrInsertComputed has set',
  'WeakSet.prototype': '@@toStringTag add constructor delete has',
  'Temporal.PlainDate': 'compare from length name prototype',
  'Temporal.PlainTime': 'compare from length name prototype',
  'Temporal.PlainDateTime': 'compare from length name prototype',
  'Temporal.ZonedDateTime': 'compare from length name prototype',
  'Temporal.Duration': 'compare from length name prototype',
  'Temporal.Instant': 'compare from fromEpochMilliseconds fromEpochNanoseconds length name prototype',
  'Temporal.PlainYearMonth': 'compare from length name prototype',
  'Temporal.PlainMonthDay': 'from length name prototype',
  'SuppressedError.prototype': ERROR_PROTOTYPE,
  'DisposableStack.prototype': '@@dispose @@toStringTag adopt constructor defer dispose disposed move use',
  'AsyncDisposableStack.prototype':
    '@@asyncDispose @@toStringTag adopt constructor defer disposeAsync disposed move use',
  '%GeneratorFunction%.prototype.prototype': '@@toStringTag constructor next return throw',
  '%AsyncGeneratorFunction%.prototype.prototype': '@@toStringTag constructor next return throw',
  'Intl.DateTimeFormat.prototype':
    '@@toStringTag constructor format formatRange formatRangeToParts formatToParts resolvedOptions',
  'Intl.NumberFormat.prototype':
    '@@toStringTag constructor format formatRange formatRangeToParts formatToParts resolvedOptions',
  'Intl.Collator.prototype': '@@toStringTag compare constructor resolvedOptions',
  'Intl.PluralRules.prototype': '@@toStringTag constructor resolvedOptions select selectRange',
  'Intl.RelativeTimeFormat.prototype': '@@toStringTag constructor format formatToParts resolvedOptions',
  'Intl.ListFormat.prototype': '@@toStringTag constructor format formatToParts resolvedOptions',
  'Intl.Locale.prototype':
    '@@toStringTag baseName calendar caseFirst collation constructor firstDayOfWeek getCalendars ' +
    'getCollations getHourCycles getNumberingSystems getTextInfo getTimeZones getWeekInfo hourCycle language ' +
    'maximize minimize numberingSystem numeric region script toString',
  'Intl.DisplayNames.prototype': '@@toStringTag constructor of resolvedOptions',
  'Intl.Segmenter.prototype': '@@toStringTag constructor resolvedOptions segment',
  'Intl.DurationFormat.prototype': '@@toStringTag constructor format formatToParts resolvedOptions',
  'Temporal.PlainDate.prototype':
    '@@toStringTag add calendarId constructor day dayOfWeek dayOfYear daysInMonth daysInWeek daysInYear ' +
    'equals era eraYear inLeapYear month monthCode monthsInYear since subtract toJSON toLocaleString ' +
    'toPlainDateTime toPlainMonthDay toPlainYearMonth toString toZonedDateTime until valueOf weekOfYear with ' +
    'withCalendar year yearOfWeek',
  'Temporal.PlainTime.prototype':
    '@@toStringTag add constructor equals hour microsecond millisecond minute nanosecond round second since ' +
    'subtract toJSON toLocaleString toString until valueOf with',
  'Temporal.PlainDateTime.prototype':
    '@@toStringTag add calendarId constructor day dayOfWeek dayOfYear daysInMonth daysInWeek daysInYear ' +
    'equals era eraYear hour inLeapYear microsecond millisecond minute month monthCode monthsInYear ' +
    'nanosecond round second since subtract toJSON toLocaleString toPlainDate toPlainTime toString ' +
    'toZonedDateTime until valueOf weekOfYear with withCalendar withPlainTime year yearOfWeek',
  'Temporal.ZonedDateTime.prototype':
    '@@toStringTag add calendarId constructor day dayOfWeek dayOfYear daysInMonth daysInWeek daysInYear ' +
    'epochMilliseconds epochNanoseconds equals era eraYear getTimeZoneTransition hour hoursInDay inLeapYear ' +
    'microsecond millisecond minute month monthCode monthsInYear nanosecond offset offsetNanoseconds round ' +
    'second since startOfDay subtract timeZoneId toInstant toJSON toLocaleString toPlainDate toPlainDateTime ' +
    'toPlainTime toString until valueOf weekOfYear with withCalendar withPlainTime withTimeZone year ' +
    'yearOfWeek',
  'Temporal.Duration.prototype':
    '@@toStringTag abs add blank constructor days hours microseconds milliseconds minutes months nanoseconds ' +
    'negated round seconds sign subtract toJSON toLocaleString toString total valueOf weeks with years',
  'Temporal.Instant.prototype':
    '@@toStringTag add constructor epochMilliseconds epochNanoseconds equals round since subtract toJSON ' +
    'toLocaleString toString toZonedDateTimeISO until valueOf',
  'Temporal.PlainYearMonth.prototype':
    '@@toStringTag add calendarId constructor daysInMonth daysInYear equals era eraYear inLeapYear month ' +
    'monthCode monthsInYear since subtract toJSON toLocaleString toPlainDate toString until valueOf with year',
  'Temporal.PlainMonthDay.prototype':
    '@@toStringTag calendarId constructor day equals monthCode toJSON toLocaleString toPlainDate toString ' +
    'valueOf with',
};
