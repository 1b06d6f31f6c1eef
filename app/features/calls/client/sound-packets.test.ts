import { expect, it } from 'vitest'
import { askForPackets, soundPackets } from './sound-packets.ts'

const offer = [
  ...['v=0', 'm=audio 9 UDP/TLS/RTP/SAVPF 111 63', 'a=rtpmap:111 opus/48000/2', 'a=rtcp-fb:111 transport-cc'],
  ...['a=fmtp:111 minptime=10;useinbandfec=1', 'a=rtpmap:63 red/48000/2', 'a=fmtp:63 111/111'],
  ...['m=video 9 UDP/TLS/RTP/SAVPF 96', 'a=rtpmap:96 VP8/90000', ''],
].join('\r\n')

it.each([
  [2, null],
  [4, null],
  [5, { ptime: 60, dtx: true }],
  [8, { ptime: 60, dtx: true }],
])('%i people send sound as %o', (people, packets) => {
  expect(soundPackets(people)).toEqual(packets)
})

it('asks the other end for larger packets, and none of silence', () => {
  const asked = askForPackets(offer, soundPackets(8))
  expect(asked).toBe(offer.replace('useinbandfec=1', 'useinbandfec=1;usedtx=1\r\na=ptime:60'))
  expect(askForPackets(asked, soundPackets(8))).toBe(asked)
})

it('asks where Opus has no parameters of its own', () => {
  const bare = offer.replace('a=fmtp:111 minptime=10;useinbandfec=1\r\n', '')
  expect(askForPackets(bare, soundPackets(8))).toContain('a=rtpmap:111 opus/48000/2\r\na=ptime:60\r\n')
})

it('leaves calls of few people, and what has no Opus, as they are', () => {
  expect(askForPackets(offer, soundPackets(4))).toBe(offer)
  expect(askForPackets('v=0\r\n', soundPackets(8))).toBe('v=0\r\n')
})
