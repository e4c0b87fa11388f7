/**
 * Entry point of `charter-server`. It is JavaScript because the compile cache must be enabled before the first TypeScript
 * import. Node loads the type stripper only on a cache miss, and it then keeps 13 MB of memory.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// The cache contains code, so it must not be in a temporary folder that other users can write to.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/charter'));

await import('./src/commands/charter-server.ts');
