// Makes dist/assay.1 of the help, for "man assay".
import { writeFileSync } from 'node:fs';
import { buildProgram } from '../dist/src/cli/program.js';

const io = { out: () => undefined, err: () => undefined, environment: {}, terminal: {} };
const program = buildProgram(io, () => undefined);
const text = (words) =>
  words.replaceAll('\\', '\\e').replaceAll('-', '\\-').replace(/^[.']/gm, '\\&$&');
const options = (command) =>
  command.options.map(({ flags, description }) => `.TP\n.B ${text(flags)}\n${text(description)}`);
const page = [
  `.TH ASSAY 1 "" "assay ${program.version()}"`,
  `.SH NAME\nassay \\- ${text(program.description())}`,
  '.SH SYNOPSIS\n.B assay\n.I command\n[options]',
  '.SH COMMANDS',
  ...program.commands.flatMap((command) => [
    `.SS ${text(`${command.name()} ${command.usage()}`)}`,
    text(command.description()),
    ...options(command),
  ]),
  '.SH OPTIONS',
  ...options(program),
  '.SH SEE ALSO\n"assay help" lists the pages of the documentation; "assay help TOPIC" prints one.',
];
writeFileSync(new URL('../dist/assay.1', import.meta.url), `${page.join('\n')}\n`);
