import { expect, it } from 'vitest'
import { foundParts } from './mark-found.ts'

it.each([
  ['The oak is here', 'OAK', ['The ', 'oak', ' is here']],
  ['Oak, oakum', 'oak', ['', 'Oak', ', ', 'oak', 'um']],
  ['a.b (c) a-b', 'a.b', ['', 'a.b', ' (c) a-b']],
  ['50 % (net) [x]', '(net)', ['50 % ', '(net)', ' [x]']],
  ['one two three', 'three one', ['', 'one', ' two ', 'three', '']],
  ['Nothing', '  ', ['Nothing']],
  ['öljy ja ÖLJY', 'öl', ['', 'öl', 'jy ja ', 'ÖL', 'JY']],
])('%s, searched for %s', (text, query, parts) => expect(foundParts(text, query)).toEqual(parts))
