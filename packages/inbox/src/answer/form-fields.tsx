import { useId, useState } from 'preact/hooks';
import { quotedText, safeJson, safeText } from '@toolshed/server/present';
import { Safe, SafeString } from '../show/safe.tsx';
import type { Field } from './fields-of.ts';

export type FormValue = Readonly<Record<string, unknown>>;

interface FormFieldsProps {
  readonly fields: readonly Field[];
  readonly value: FormValue;
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (value: FormValue) => void;
}

/** What a form starts with: every field that has a value or a default, and every box unticked. */
export function initialValue(fields: readonly Field[]): FormValue {
  return Object.fromEntries(
    fields.flatMap(({ name, initial, control }) => {
      if (initial !== undefined) return [[name, initial]];
      return control === 'check' ? [[name, false]] : [];
    }),
  );
}

/** Fields stay as the person left them, whatever was wrong with the others. */
export function FormFields({ fields, value, problems, onChange }: FormFieldsProps) {
  const set = (name: string, next: unknown): void => {
    const { [name]: _before, ...rest } = value;
    onChange(next === undefined ? rest : { ...rest, [name]: next });
  };
  return fields.map((field) => (
    <FieldRow
      key={field.name}
      field={field}
      value={value[field.name]}
      problem={problems[field.name]}
      onChange={(next) => set(field.name, next)}
    />
  ));
}

interface RowProps {
  readonly field: Field;
  readonly value: unknown;
  readonly problem: string | undefined;
  readonly onChange: (value: unknown) => void;
}

function FieldRow({ field, value, problem, onChange }: RowProps) {
  const id = useId();
  const isGroup = field.control === 'choices';
  const described = { 'aria-invalid': problem !== undefined, 'aria-describedby': `${id}-about` };
  const label = (
    <>
      <Safe text={field.title} />
      {field.isRequired && <span class="required"> (required)</span>}
    </>
  );
  return (
    <div class={problem === undefined ? 'field' : 'field wrong'}>
      {isGroup ? <span id={`${id}-label`}>{label}</span> : <label for={id}>{label}</label>}
      <Control id={id} field={field} value={value} described={described} onChange={onChange} />
      {field.control !== 'json' && <ReadBack value={value} />}
      <div id={`${id}-about`}>
        {field.description !== undefined && (
          <p class="about">
            <Safe text={field.description} />
          </p>
        )}
        {problem !== undefined && (
          <p class="problem" role="alert">
            <Safe text={problem} />
          </p>
        )}
      </div>
    </div>
  );
}

interface ControlProps extends Pick<RowProps, 'field' | 'value' | 'onChange'> {
  readonly id: string;
  readonly described: object;
}

function Control({ id, field, value, described, onChange }: ControlProps) {
  switch (field.control) {
    case 'text':
      return isLong(field.initial) ? (
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
        <TextControl id={id} input={field.input} value={value} described={described} onChange={onChange} />
      );
    case 'number':
      return (
        <input
          {...described}
          id={id}
          type="number"
          step={field.isInteger ? 1 : 'any'}
          min={field.minimum}
          max={field.maximum}
          value={typeof value === 'number' ? value : ''}
          onInput={({ currentTarget }) =>
            onChange(currentTarget.value === '' ? undefined : currentTarget.valueAsNumber)
          }
        />
      );
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
    case 'choice':
      return (
        <select
          {...described}
          id={id}
          value={typeof value === 'string' ? value : ''}
          onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
        >
          <option value="">choose…</option>
          {field.options.map((option) => (
            <option key={option.value} value={option.value}>
              {optionWords(option)}
            </option>
          ))}
        </select>
      );
    case 'choices':
      return <Choices id={id} field={field} value={value} onChange={onChange} described={described} />;
    case 'json':
      return <JsonControl id={id} field={field} value={value} onChange={onChange} described={described} />;
  }
}

/** What a choice is called, and what is sent for it where that is something else. */
export function OptionLabel({ title, value }: { readonly title: string; readonly value: string }) {
  return (
    <>
      {title !== value && (
        <>
          <Safe text={title} />{' '}
        </>
      )}
      <SafeString text={value} />
    </>
  );
}

const optionWords = ({ title, value }: { readonly title: string; readonly value: string }): string =>
  title === value ? quotedText(value) : `${safeText(title)} ${quotedText(value)}`;

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

interface TextControlProps extends Omit<ControlProps, 'field'> {
  readonly input: Extract<Field, { control: 'text' }>['input'];
}

function TextControl({ id, input, value, described, onChange }: TextControlProps) {
  const attributes = {
    ...described,
    id,
    value: typeof value === 'string' ? shownIn(input, value) : '',
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onChange(currentTarget.value === '' ? undefined : sentFrom(input, currentTarget.value)),
  };
  switch (input) {
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

function Choices({ id, field, value, onChange, described }: ControlProps) {
  const chosen = Array.isArray(value) ? value : [];
  if (field.control !== 'choices') return null;
  return (
    <fieldset {...described} aria-labelledby={`${id}-label`} class="choices">
      {field.options.map((option) => (
        <label key={option.value}>
          <input
            type="checkbox"
            checked={chosen.includes(option.value)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...chosen, option.value] : chosen.filter((one) => one !== option.value))
            }
          />{' '}
          <OptionLabel {...option} />
        </label>
      ))}
    </fieldset>
  );
}

/** Keeps what was typed while it is not JSON yet, and says so; sends only what is. */
function JsonControl({ id, value, onChange, described }: ControlProps) {
  const [text, setText] = useState(value === undefined ? '' : safeJson(JSON.stringify(value, null, 2)));
  const [isBroken, setBroken] = useState(false);
  const take = (typed: string): void => {
    setText(typed);
    try {
      onChange(typed.trim() === '' ? undefined : JSON.parse(typed));
      setBroken(false);
    } catch {
      setBroken(true);
    }
  };
  return (
    <>
      <textarea
        {...described}
        id={id}
        class="code"
        rows={Math.min(16, Math.max(3, text.split('\n').length))}
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => take(currentTarget.value)}
      />
      {isBroken && <p class="problem">This is not JSON yet; what is sent is what it was before.</p>}
      {safeJson(text) !== text && <ReadBack value={text} />}
    </>
  );
}

/** The browser's date-and-time field knows no time zone: it is shown and read as local time. */
function shownIn(input: string, value: string): string {
  if (input !== 'datetime-local') return value;
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

const sentFrom = (input: string, value: string): string =>
  input === 'datetime-local' ? new Date(value).toISOString() : value;
