import { expect, it } from 'vitest'
import { checkEinvoice } from '#app/features/einvoices/check-einvoice.ts'
import { brokenUbl, soundUbl } from '#tests/einvoices/broken-ubl.ts'
import { checkFile } from './check-file.ts'
import { readEinvoice } from './read-einvoice.server.ts'

/** The ids of what a file breaks; what cannot be read at all is refused for that. */
async function read(xml: string): Promise<{ ids: string[]; refused: string[] }> {
  try {
    const { format, invoice } = await readEinvoice(Buffer.from(xml))
    const { core, peppol } = checkEinvoice(invoice)
    return { ids: [...core, ...peppol].map(({ id }) => id), refused: checkFile(format, invoice).refused }
  } catch (error) {
    return { ids: [], refused: [String((error as { problem?: string }).problem)] }
  }
}

it('a sound file breaks no rule', async () => {
  for (const xml of soundUbl()) expect(await read(xml)).toEqual({ ids: [], refused: [] })
})

it.each(brokenUbl())('a file that breaks $id is known by it', async ({ id, xml }) => {
  const { ids, refused } = await read(xml)
  // Without a number it is no invoice to read.
  if (id === 'BR-02') expect(refused).toEqual(['missing'])
  else expect(ids).toContain(id)
})

it.each(brokenUbl().filter(({ id }) => /^BR-(CO-1|S-0[89]|AE-0[89])/.test(id)))(
  'sums that do not add up are refused: $id',
  async ({ id, xml }) => {
    expect((await read(xml)).refused).toContain(id)
  },
)
