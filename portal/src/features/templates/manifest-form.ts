/** Context of the form's fields: the manifest, its problems, and edits. */
import type { CatalogTemplateCheck } from '@charter/sdk';
import { createContext, useContext, useState } from 'react';
import {
  addItem,
  lengthOf,
  type ManifestData,
  type ManifestText,
  moveItem,
  type Path,
  pathText,
  readManifest,
  setItems,
  setValue,
  valueAt,
} from './manifest-text.ts';

export interface ManifestForm {
  data: ManifestData;
  check: CatalogTemplateCheck | undefined;
  isReadOnly: boolean;
  /** The request that the form's examples use. */
  example: { personId: string | undefined; name: string };
  /** Applies an edit to the latest text. */
  update: (edit: (manifest: ManifestText) => ManifestText) => void;
}

export const ManifestFormContext = createContext<ManifestForm | undefined>(undefined);

function useManifestForm(): ManifestForm {
  const form = useContext(ManifestFormContext);
  if (form === undefined) throw new Error('A field of a manifest is used outside of its form.');
  return form;
}

/** The example of the form, with the texts that the service's check returned. */
export function useExample() {
  const { example, check } = useManifestForm();
  return { ...example, texts: check?.texts };
}

/** Validation state of a Fluent UI field. */
interface FieldProblem {
  validationMessage?: string;
  validationState?: 'error' | 'warning';
}

/** Returns the value at a path, its problem, and functions that change it. */
export function useValue(path: Path) {
  const { data, check, isReadOnly, update } = useManifestForm();
  const target = pathText(path);
  const error = check?.errors.find((problem) => problem.path === target);
  const warning = check?.warnings.find((problem) => problem.path === target);
  const problem: FieldProblem = error
    ? { validationMessage: error.message, validationState: 'error' }
    : warning
      ? { validationMessage: warning.message, validationState: 'warning' }
      : {};
  return {
    value: valueAt(data, path),
    problem,
    isReadOnly,
    set: (value: unknown) => update((manifest) => setValue(manifest, path, value)),
    add: (item: unknown) => update((manifest) => addItem(manifest, path, item)),
    removeAt: (index: number) => update((manifest) => setValue(manifest, [...path, index], undefined)),
    move: (from: number, to: number) => update((manifest) => moveItem(manifest, path, from, to)),
    replaceItems: (items: readonly object[], keyOf: (item: unknown) => unknown) =>
      update((manifest) => setItems(manifest, path, items, keyOf)),
  };
}

/** Adds items to a list of the manifest, and remembers the last one. */
export function useAdding(path: Path) {
  const { value, add, isReadOnly } = useValue(path);
  const count = lengthOf(value);
  const [added, setAdded] = useState<number>();
  return {
    count,
    isReadOnly,
    isAdded: (index: number) => index === added,
    add: (item: unknown) => {
      add(item);
      setAdded(count);
    },
  };
}

/** Returns the data with another value at the path, whose parents exist. */
function withValueAt(data: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const inner = withValueAt(valueAt(data, [key]), rest, value);
  return Array.isArray(data) ? data.with(Number(key), inner) : { ...(data as object), [key]: inner };
}

/** Returns the form in which the item at the path is an object, also if the manifest has only its name there. */
export function useExpandedItem(path: Path): ManifestForm {
  const form = useManifestForm();
  const name = valueAt(form.data, path);
  if (typeof name !== 'string') return form;
  return {
    ...form,
    data: withValueAt(form.data, path, { name }) as ManifestData,
    update: (edit) =>
      form.update((manifest) => {
        const latest = valueAt(readManifest(manifest), path);
        return edit(typeof latest === 'string' ? setValue(manifest, path, { name: latest }) : manifest);
      }),
  };
}

/** Returns the errors at a path and at the values inside it, in the order of the service. */
export function useErrorsWithin(path: Path) {
  const { check } = useManifestForm();
  const target = pathText(path);
  return (check?.errors ?? []).filter(
    ({ path: place }) => place === target || place.startsWith(`${target}.`) || place.startsWith(`${target}[`),
  );
}
