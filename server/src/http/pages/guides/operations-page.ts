/**
 * Generates the page with all operations of the API from openapi.json, so that the guides list them without a service.
 */

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  'x-tier'?: number;
  'x-roles'?: string[];
  'x-scopes'?: string[];
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string; description?: string }[];
}

const HEAD = '| operation | what it does | roles | scopes | tier |\n|---|---|---|---|---|\n';

/** Returns the document, in Markdown. */
export function describeOperations(openapi: string): string {
  const { paths, tags } = JSON.parse(openapi) as Description;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );
  const sections = tags.map(({ name, description }) => {
    const rows = operations
      .filter((each) => each.tags?.[0] === name)
      .map(
        (each) =>
          `| \`${each.method.toUpperCase()} ${each.path}\` | ${each.summary} (\`${each.operationId}\`) | ${each['x-roles']?.join(', ') ?? ''} | ${each['x-scopes']?.join(', ') ?? ''} | ${each['x-tier'] ?? ''} |`,
      );
    return rows.length === 0 ? '' : `## ${name}\n\n${description ?? ''}\n\n${HEAD}${rows.join('\n')}\n\n`;
  });
  return `# Operations of the API\n\nA running service has the whole reference at \`/docs\`, where requests can be tried, and the description at \`/openapi.json\`. The [specification](specification.md) has the rules that all operations share.\n\n${sections.join('')}`;
}
