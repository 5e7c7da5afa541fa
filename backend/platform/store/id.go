package store

import (
	"encoding/binary"
	"time"

	"github.com/google/uuid"
)

// NewID returns a UUIDv7 for a row created at t, so that ids sort by time, also those of imported rows. The random bits come
// from random.
func NewID(t time.Time, random uuid.UUID) uuid.UUID {
	id := random
	var ms [8]byte
	binary.BigEndian.PutUint64(ms[:], uint64(t.UnixMilli()))
	copy(id[:6], ms[2:])
	id[6] = id[6]&0x0f | 0x70
	id[8] = id[8]&0x3f | 0x80
	return id
}

// ParseID returns the id in a text, or uuid.Nil, which no row has: a malformed id is reported as not found.
func ParseID(text string) uuid.UUID {
	id, err := uuid.Parse(text)
	if err != nil {
		return uuid.Nil
	}
	return id
}
