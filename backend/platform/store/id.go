package store

import (
	"encoding/binary"
	"time"

	"github.com/google/uuid"
)

// NewID makes an id for a thing that was made at t. Ids sort by that time, so a thing imported from last year stands
// among last year's. Its random part comes from random, whose first 74 bits count.
func NewID(t time.Time, random uuid.UUID) uuid.UUID {
	id := random
	var ms [8]byte
	binary.BigEndian.PutUint64(ms[:], uint64(t.UnixMilli()))
	copy(id[:6], ms[2:])
	id[6] = id[6]&0x0f | 0x70
	id[8] = id[8]&0x3f | 0x80
	return id
}
