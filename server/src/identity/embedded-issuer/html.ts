/** HTML whose every inserted text is escaped; only what `html` itself made is inserted as it is. */

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeText = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] as string);

/** Made by `html` alone, so that its text is known to be escaped. */
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

/** What may be inserted: text (escaped), HTML, several of them; undefined and false insert nothing. */
export type HtmlValue = string | number | Html | readonly HtmlValue[] | undefined | false;

function render(value: HtmlValue): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value));
  return value.map(render).join('');
}

/** Attribute values must stand in double quotes. */
export const html = (strings: TemplateStringsArray, ...values: HtmlValue[]): Html => Html.of(strings, values);
