/** HTML templates. Inserted text is escaped, except for results of `html` itself. */

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for the content of elements and for attribute values in quotes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] as string);

/** Escaped HTML. Only `html` creates it. */
export class Html {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  static of(strings: TemplateStringsArray, values: readonly HtmlValue[]): Html {
    const parts = strings.map((literal, index) => literal + render(values[index]));
    return new Html(parts.join(''));
  }

  toString(): string {
    return this.#text;
  }
}

/** Insertable values: text (escaped), HTML, and lists of them. Undefined and false insert nothing. */
export type HtmlValue = string | number | Html | readonly HtmlValue[] | undefined | false;

function render(value: HtmlValue): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return value.map(render).join('');
}

/** Builds HTML. Attribute values must be in double quotes. */
export const html = (strings: TemplateStringsArray, ...values: HtmlValue[]): Html => Html.of(strings, values);
