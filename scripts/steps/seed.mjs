import { fail, runNode, step } from './process.mjs'

/**
 * The seed program migrates and does nothing to a database that already has the demo data; its last line reports what
 * it did.
 */
export async function ensureSeeded(program) {
  await step(
    'Preparing the database',
    (said) => (said ? `Database ready: ${said}` : 'Database ready'),
    async () => {
      const { code, output } = await runNode(program, { env: { APP_ENV: 'development' } })
      if (code !== 0) fail('The demo world could not be put into the database; the output is above.', output)
      return output.trim().split('\n').at(-1)
    },
  )
}
