import { createSecretBox } from '../src/persistence/secret-box.ts';

/** The installation's key of the tests, also a value of CHARTER_SECRET_KEY. */
export const TEST_SECRET_KEY = 'a-key-of-the-tests-of-thirty-two-characters-or-more';

/** Encrypts secrets. Every node of the tests has the same key. */
export const testSecrets = () => createSecretBox([TEST_SECRET_KEY]);
