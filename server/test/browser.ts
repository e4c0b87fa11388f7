/** A minimal browser for sign-ins: sends cookies by path, and follows redirects one at a time. */

interface Cookie {
  value: string;
  path: string;
}

export interface Page {
  status: number;
  url: string;
  headers: Headers;
  text: string;
}

export class Browser {
  readonly #cookies = new Map<string, Cookie>();

  /** Sends one request without following redirects. */
  async request(address: string, init: RequestInit = {}): Promise<Page> {
    const url = new URL(address);
    const cookies = [...this.#cookies]
      .filter(([, { path }]) => url.pathname === path || url.pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(([name, { value }]) => `${name}=${value}`);
    const headers = new Headers(init.headers);
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const header of response.headers.getSetCookie()) this.#keep(header, url);
    return { status: response.status, url: url.href, headers: response.headers, text: await response.text() };
  }

  /** Sends a request, and follows up to ten redirects to addresses that start with `within`. */
  async open(address: string, within: string, init: RequestInit = {}): Promise<Page> {
    let page = await this.request(address, init);
    for (let hops = 0; hops < 10; hops += 1) {
      const location = page.headers.get('location');
      if (location === null) return page;
      const next = new URL(location, page.url).href;
      if (!next.startsWith(within)) return page;
      page = await this.request(next);
    }
    throw new Error('too many redirects');
  }

  /** Submits the form as a browser does from a page of the same origin. */
  submit(address: string, within: string, fields: Record<string, string>): Promise<Page> {
    return this.open(address, within, {
      method: 'POST',
      headers: { origin: new URL(address).origin, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams(fields),
    });
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name)?.value;
  }

  #keep(header: string, url: URL): void {
    const [pair = '', ...attributes] = header.split(';').map((part) => part.trim());
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const attribute = (wanted: string) =>
      attributes.find((text) => text.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
    const expires = attribute('expires');
    if (expires !== undefined && Date.parse(expires) <= Date.now()) this.#cookies.delete(name);
    else this.#cookies.set(name, { value, path: attribute('path') ?? url.pathname });
  }
}
