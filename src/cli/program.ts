import { inspect } from 'node:util';
import { type Argument, Command, CommanderError } from 'commander';
import { withoutSecrets } from '../http/redact.js';
import { UsageError } from '../settings/usage-error.js';
import { catalogueCommands } from './commands/catalogue.js';
import { clientCommands } from './commands/client.js';
import type { Commands } from './commands/commands.js';
import { helpExamples } from './commands/help-examples.js';
import { judgingCommands } from './commands/judging.js';
import { loadCommands } from './commands/load.js';
import { referenceCommands } from './commands/reference.js';
import { reportCommands } from './commands/report.js';
import { setupCommands } from './commands/setup.js';
import { EXIT, type ExitCode, type Io } from './io.js';
import { refusedByMachine } from './refused.js';
import { toolVersion } from './version.js';

/** Runs one command line and returns its exit code. Only internal errors show a stack trace. */
export async function runProgram(given: readonly string[], outer: Io): Promise<number> {
  const { argv, asJson } = readLogOption(given);
  const io: Io = {
    ...outer,
    err: (text) => {
      const message = withoutSecrets(text);
      outer.err(asJson ? inJson(message, outer.clock) : message);
    },
    terminal: { ...outer.terminal, err: outer.terminal.err && !asJson },
  };
  let code: ExitCode = EXIT.holds;
  const program = buildProgram(io, (result) => {
    code = result;
  });
  try {
    const topic = helpTopic(argv, program);
    if (topic !== undefined) {
      io.out((await import('./commands/help-topic.js')).topicPage(topic));
      return EXIT.holds;
    }
    const [command] = argv;
    // Shells request completions with "complete -- words".
    if (command === 'completion' || command === 'complete')
      (await import('@bomb.sh/tab/commander')).default(program, {
        completionCommandName: 'completion',
      });
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    return exitFor(error, io);
  }
}

/** The word after `help`, unless it is the name of a command. */
function helpTopic([command, topic]: readonly string[], program: Command): string | undefined {
  const isCommand = program.commands.some((known) => known.name() === topic);
  return command === 'help' && !isCommand ? topic : undefined;
}

/** Prints an error without secrets, and returns the exit code for it. */
export function exitFor(error: unknown, io: Pick<Io, 'err'>): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.holds : EXIT.usage;
  const message = error instanceof UsageError ? error.message : refusedByMachine(error);
  if (message !== undefined) {
    io.err(withoutSecrets(`${message}\n`));
    return EXIT.usage;
  }
  const trace = error instanceof Error ? error.stack : inspect(error);
  io.err(withoutSecrets(`Internal error of Assay, not of the target:\n${trace}\n`));
  return EXIT.fault;
}

/**
 * All commands accept `--log json` at any position before `--`. The words after `--` belong to the
 * command of a client.
 */
function readLogOption(given: readonly string[]): {
  readonly argv: readonly string[];
  readonly asJson: boolean;
} {
  const own = given.includes('--') ? given.slice(0, given.indexOf('--')) : given;
  const at = own.findIndex(
    (word, index) => word === '--log=json' || (word === '--log' && own[index + 1] === 'json'),
  );
  if (at < 0) return { argv: given, asJson: false };
  return { argv: given.toSpliced(at, given[at] === '--log' ? 2 : 1), asJson: true };
}

const inJson = (text: string, { now }: Io['clock']): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((message) => `${JSON.stringify({ time: new Date(now()).toISOString(), message })}\n`)
    .join('');

export function buildProgram(io: Io, done: (code: ExitCode) => void): Command {
  const program = new Command('assay')
    .description(
      'Tests implementations of the export, export-template, platform and handover interfaces for conformance and under load.',
    )
    .version(toolVersion())
    .option('--log <format>', 'json: messages as lines of JSON, with their time')
    .option('--no-color', 'no colours, as with NO_COLOR')
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .configureHelp({ subcommandTerm: (sub) => sub.name() });
  const command = (usage: string, description: string): Command => {
    const made = program
      .command(usage)
      .description(description)
      .exitOverride()
      .configureOutput({ writeOut: io.out, writeErr: io.err });
    return made.addHelpText('after', () => helpExamples(made.name()));
  };

  const argument = (usage: string, about: string): Argument => program.createArgument(usage, about);
  const commands: Commands = { command, argument, io, done };
  judgingCommands(commands);
  catalogueCommands(commands);
  referenceCommands(commands);
  setupCommands(commands);
  clientCommands(commands);
  loadCommands(commands);
  reportCommands(commands);
  return program
    .helpCommand('help [topic]', 'Help for a command, or a page of the documentation')
    .addHelpText(
      'after',
      '\nCompletion: source <(assay completion bash), or zsh, fish, powershell.',
    );
}
