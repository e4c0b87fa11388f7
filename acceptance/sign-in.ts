/** The browser of a person who signs in at the embedded issuer for `charter login`. */
import assert from 'node:assert/strict';
import { Browser } from '../server/test/browser.ts';

/**
 * Chooses the person on the page of the embedded issuer. Returns the page after the redirect to the command.
 * @param serviceUrl address that the service announced
 * @param address where `charter login` sends the browser
 */
export async function signInAt(serviceUrl: string, address: string, displayName: string): Promise<Response> {
  const browser = new Browser();
  const page = await browser.open(address, `${serviceUrl}/oidc/`);
  const button = new RegExp(`name="person" value="([^"]+)"[^>]*>(?:(?!</button>)[\\s\\S])*${displayName}`);
  const [, person = ''] = button.exec(page.text) ?? [];
  assert.notEqual(person, '', page.text.slice(0, 2000));
  const back = await browser.submit(page.url, `${serviceUrl}/oidc/`, { person });
  return fetch(back.headers.get('location') ?? '');
}
