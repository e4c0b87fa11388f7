import { Argument, type Command } from 'commander';
import { writeDocument } from './output.ts';

type Tree = readonly { name: string; summary: string; verbs: readonly string[] }[];

const treeOf = (program: Command): Tree =>
  program.commands.map((noun) => ({
    name: noun.name(),
    summary: noun.summary(),
    verbs: noun.commands.map((verb) => verb.name()),
  }));

/** Completes nouns and verbs, and files after them. */
function bash(program: string, tree: Tree): string {
  const cases = tree
    .filter(({ verbs }) => verbs.length > 0)
    .map(({ name, verbs }) => `      ${name}) words='${verbs.join(' ')}' ;;`);
  return `_${program.replaceAll('-', '_')}_complete() {
  local words=''
  case $COMP_CWORD in
    1) words='${tree.map(({ name }) => name).join(' ')}' ;;
    2) case \${COMP_WORDS[1]} in
${cases.join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _${program.replaceAll('-', '_')}_complete ${program}
`;
}

const zsh = (program: string, tree: Tree): string =>
  `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bash(program, tree)}`;

const fish = (program: string, tree: Tree): string =>
  tree
    .flatMap(({ name, summary, verbs }) => [
      `complete -c ${program} -f -n __fish_use_subcommand -a ${name} -d '${summary.replaceAll("'", '')}'`,
      ...(verbs.length === 0
        ? []
        : [
            `complete -c ${program} -f -n '__fish_seen_subcommand_from ${name}; and not __fish_seen_subcommand_from ${verbs.join(' ')}' -a '${verbs.join(' ')}'`,
          ]),
    ])
    .join('\n')
    .concat('\n');

const SHELLS = { bash, zsh, fish };

export function define(command: Command): void {
  command
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SHELLS)))
    .addHelpText(
      'after',
      `
Prints a script that lets the shell complete the names of commands.

Example:
  source <(charter completion bash)        # in ~/.bashrc; for zsh in ~/.zshrc
  charter completion fish > ~/.config/fish/completions/charter.fish`,
    )
    .action((shell: keyof typeof SHELLS) => {
      const program = command.parent as Command;
      writeDocument(SHELLS[shell](program.name(), treeOf(program)));
    });
}
