import { environment } from './environment.ts';
import { usage } from './exit-codes.ts';

/**
 * Returns the address of the service that an option or CHARTER_URL names; by default the local one.
 * @throws CommandFailure (wrong usage) when the address is not an HTTP URL
 */
export function readAddress(url: string | undefined): string {
  const address = url ?? environment.url() ?? 'http://127.0.0.1:3000';
  if (/^https?:\/\//i.test(address) && URL.canParse(address)) return address;
  const setting = url === undefined ? 'CHARTER_URL' : '--url';
  throw usage(`${setting} must be an address such as https://charter.example, not '${address}'.`);
}

/** Returns the address of the service without the base path, and without a slash at its end. */
export function serviceAt(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/+$/, '').replace(/(\/api)?\/v1\.0$/, '');
}
