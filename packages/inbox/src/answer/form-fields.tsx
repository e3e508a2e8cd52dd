import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type AskedField, limitWords, quotedText, safeJson, safeText } from '@toolshed/server/present';
import { Safe, SafeString } from '../show/safe.tsx';
import { type FieldInput, isSame } from './field-inputs.ts';

export type FormValue = Readonly<Record<string, unknown>>;

interface FormFieldsProps {
  readonly inputs: readonly FieldInput[];
  readonly value: FormValue;
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (value: FormValue) => void;
}

/** What a form starts with: every field that has a value or a default, and every box unticked. */
export function initialValue(inputs: readonly FieldInput[]): FormValue {
  return Object.fromEntries(
    inputs.flatMap(({ field, initial, control }) => {
      if (initial !== undefined) return [[field.name, initial]];
      return control === 'check' ? [[field.name, false]] : [];
    }),
  );
}

/** Fields stay as the person left them, whatever was wrong with the others. */
export function FormFields({ inputs, value, problems, onChange }: FormFieldsProps) {
  const set = (name: string, next: unknown): void => {
    const { [name]: _before, ...rest } = value;
    onChange(next === undefined ? rest : { ...rest, [name]: next });
  };
  return inputs.map((input) => (
    <FieldRow
      key={input.field.name}
      input={input}
      value={value[input.field.name]}
      problem={problems[input.field.name]}
      onChange={(next) => set(input.field.name, next)}
    />
  ));
}

interface RowProps {
  readonly input: FieldInput;
  readonly value: unknown;
  readonly problem: string | undefined;
  readonly onChange: (value: unknown) => void;
}

function FieldRow({ input, value, problem, onChange }: RowProps) {
  const id = useId();
  const { field, control } = input;
  const isGroup = control === 'choices';
  const limits = limitWords(field).join(', ');
  const described = { 'aria-invalid': problem !== undefined, 'aria-describedby': `${id}-about` };
  const label = (
    <>
      <Safe text={field.label} />
      {field.isRequired && <span class="required"> (required)</span>}
    </>
  );
  return (
    <div class={problem === undefined ? 'field' : 'field wrong'}>
      {isGroup ? <span id={`${id}-label`}>{label}</span> : <label for={id}>{label}</label>}
      <Control id={id} input={input} value={value} described={described} onChange={onChange} />
      {control !== 'json' && <ReadBack value={value} />}
      <div id={`${id}-about`}>
        {field.description !== undefined && (
          <p class="about">
            <Safe text={field.description} />
          </p>
        )}
        {limits !== '' && <p class="about">{limits}</p>}
        {problem !== undefined && (
          <p class="problem" role="alert">
            <Safe text={problem} />
          </p>
        )}
      </div>
    </div>
  );
}

interface ControlProps extends Pick<RowProps, 'input' | 'value' | 'onChange'> {
  readonly id: string;
  readonly described: object;
}

function Control({ id, input, value, described, onChange }: ControlProps) {
  const { field, initial, control } = input;
  switch (control) {
    case 'text':
    case 'email':
    case 'url':
    case 'date':
    case 'datetime-local':
      return isLong(initial) ? (
        <textarea
          {...described}
          id={id}
          class="code"
          rows={8}
          spellcheck={false}
          value={typeof value === 'string' ? value : ''}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      ) : (
        <TextControl id={id} control={control} value={value} described={described} onChange={onChange} />
      );
    case 'number':
      return <NumberControl id={id} input={input} value={value} described={described} onChange={onChange} />;
    case 'check':
      return (
        <input
          {...described}
          id={id}
          type="checkbox"
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case 'choice': {
      const options = optionsOf(field);
      const chosen = options.findIndex((option) => value !== undefined && isSame(option.value, value));
      return (
        <select
          {...described}
          id={id}
          value={chosen < 0 ? '' : String(chosen)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.value === '' ? undefined : options[Number(currentTarget.value)]?.value)
          }
        >
          <option value="">choose…</option>
          {options.map((option, index) => (
            <option key={index} value={String(index)}>
              {optionWords(option)}
            </option>
          ))}
        </select>
      );
    }
    case 'choices':
      return <Choices id={id} input={input} value={value} onChange={onChange} described={described} />;
    case 'json':
      return <JsonControl id={id} input={input} value={value} onChange={onChange} described={described} />;
  }
}

const optionsOf = (field: AskedField) => ('options' in field ? field.options : []);

function NumberControl({ id, input: { field }, value, described, onChange }: ControlProps) {
  const { minimum, maximum } = 'minimum' in field ? field : {};
  return (
    <input
      {...described}
      id={id}
      type="number"
      step={field.kind === 'integer' ? 1 : 'any'}
      min={minimum}
      max={maximum}
      value={typeof value === 'number' ? value : ''}
      onInput={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.valueAsNumber)}
    />
  );
}

interface ShownOption {
  readonly title?: string | undefined;
  readonly value: unknown;
}

/** What a choice is called, and what is sent for it where that is something else. */
export function OptionLabel({ title, value }: ShownOption) {
  return (
    <>
      {title !== undefined && title !== value && (
        <>
          <Safe text={title} />{' '}
        </>
      )}
      {typeof value === 'string' ? <SafeString text={value} /> : <Safe text={JSON.stringify(value)} />}
    </>
  );
}

function optionWords({ title, value }: ShownOption): string {
  const written = typeof value === 'string' ? quotedText(value) : safeText(JSON.stringify(value));
  return title === undefined || title === value ? written : `${safeText(title)} ${written}`;
}

/** A field shows characters as the browser draws them, so what is hidden or turned around in it is spelled out below. */
export function ReadBack({ value }: { readonly value: unknown }) {
  if (typeof value !== 'string' || value.split('\n').every((line) => safeText(line) === line)) return null;
  return (
    <p class="reads" role="status">
      It reads <SafeString text={value} />
    </p>
  );
}

const LONG_TEXT = 80;

/** A field of one line would hide line breaks, and lose them. */
const isLong = (initial: unknown): boolean =>
  typeof initial === 'string' && (initial.includes('\n') || initial.length > LONG_TEXT);

interface TextControlProps extends Omit<ControlProps, 'input'> {
  readonly control: 'text' | 'email' | 'url' | 'date' | 'datetime-local';
}

function TextControl({ id, control, value, described, onChange }: TextControlProps) {
  const attributes = {
    ...described,
    id,
    value: typeof value === 'string' ? shownIn(control, value) : '',
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onChange(currentTarget.value === '' ? undefined : sentFrom(control, currentTarget.value)),
  };
  switch (control) {
    case 'email':
      return <input type="email" {...attributes} />;
    case 'url':
      return <input type="url" {...attributes} />;
    case 'date':
      return <input type="date" {...attributes} />;
    case 'datetime-local':
      return <input type="datetime-local" {...attributes} />;
    case 'text':
      return <input type="text" {...attributes} />;
  }
}

function Choices({ id, input: { field }, value, onChange, described }: ControlProps) {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  return (
    <fieldset {...described} aria-labelledby={`${id}-label`} class="choices">
      {optionsOf(field).map((option, index) => (
        <label key={index}>
          <input
            type="checkbox"
            checked={chosen.some((one) => isSame(one, option.value))}
            onChange={({ currentTarget }) => {
              const others = chosen.filter((one) => !isSame(one, option.value));
              onChange(currentTarget.checked ? [...others, option.value] : others);
            }}
          />{' '}
          <OptionLabel {...option} />
        </label>
      ))}
    </fieldset>
  );
}

/** Keeps what was typed while it is not JSON yet. As long as it is not, the browser sends no form that it is part of. */
function JsonControl({ id, value, onChange, described }: ControlProps) {
  const [text, setText] = useState(value === undefined ? '' : safeJson(JSON.stringify(value, null, 2)));
  const [isBroken, setBroken] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const take = (typed: string): void => {
    setText(typed);
    try {
      onChange(typed.trim() === '' ? undefined : JSON.parse(typed));
      setBroken(false);
    } catch {
      setBroken(true);
    }
  };
  useLayoutEffect(() => field.current?.setCustomValidity(isBroken ? NOT_JSON : ''), [isBroken]);
  return (
    <>
      <textarea
        {...described}
        {...(isBroken ? { 'aria-invalid': true } : {})}
        id={id}
        ref={field}
        class="code"
        rows={Math.min(16, Math.max(3, text.split('\n').length))}
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => take(currentTarget.value)}
      />
      {isBroken && <p class="problem">{NOT_JSON}</p>}
      {safeJson(text) !== text && <ReadBack value={text} />}
    </>
  );
}

const NOT_JSON = 'This is not JSON yet. Nothing can be sent until it is.';

/** The browser's date-and-time field knows no time zone: it is shown and read as local time. */
function shownIn(input: string, value: string): string {
  if (input !== 'datetime-local') return value;
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

const sentFrom = (input: string, value: string): string =>
  input === 'datetime-local' ? new Date(value).toISOString() : value;
