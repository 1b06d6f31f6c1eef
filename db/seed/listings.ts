import { setListing } from '#app/features/directory/set-listing.server.ts'
import type { ProjectCategory } from '#db/vocabulary/projects.ts'
import type { People } from './people.ts'
import { whenOf } from './when.ts'

const listings: { by: keyof People; about: string; trades: ProjectCategory[]; place: string }[] = [
  {
    by: 'provider',
    about:
      'We build frames and extensions of timber, concrete and steel in the Helsinki region, with our own carpenters and site managers. RALA qualified.',
    trades: ['new_construction', 'renovation', 'infrastructure'],
    place: 'Vantaa',
  },
  {
    by: 'bathrooms',
    about: 'Bathrooms and kitchens from the waterproofing to the last tile. Our waterproofers are certified.',
    trades: ['bathroom', 'kitchen', 'renovation'],
    place: 'Lahti',
  },
  {
    by: 'electricians',
    about: 'Electrical work for housing companies and offices: new lines, lighting, charging of cars and solar power.',
    trades: ['electrical'],
    place: 'Turku',
  },
  {
    by: 'roofers',
    about: 'Roofs of sheet metal, felt and tile, with their gutters and safety equipment, in all of Pirkanmaa.',
    trades: ['roofing'],
    place: 'Tampere',
  },
]

/** The companies that show themselves in the public directory; the client does not. */
export function seedListings(people: People, now: number): void {
  for (const { by, ...said } of listings) {
    const ctx = { ...people[by], now: whenOf('21d 09:40', now) }
    if (!ctx.company) throw new Error(`${by} has no company`)
    setListing({ ...ctx, company: ctx.company }, { ...said, agreed: 'on', expectedVersion: undefined })
  }
}
