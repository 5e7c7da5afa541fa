package store

import (
	"encoding/binary"
	"sync"
	"time"

	"github.com/google/uuid"
)

// ids counts the ids of one millisecond, so that of two rows made in it the later one has the larger id (RFC 9562, 6.2,
// method 1).
var ids struct {
	sync.Mutex
	ms, count int64
}

// NewID returns the UUIDv7 of a row created at t. Ids sort by time; those that one process made within a millisecond
// also sort in the order of the calls.
func NewID(t time.Time) uuid.UUID {
	ids.Lock()
	if ms := t.UnixMilli(); ms == ids.ms {
		ids.count = min(ids.count+1, 0xfff)
	} else {
		ids.ms, ids.count = ms, 0
	}
	count := ids.count
	ids.Unlock()
	id := uuid.New()
	binary.BigEndian.PutUint16(id[6:], uint16(count))
	return IDAt(t, id)
}

// IDAt returns the UUIDv7 of a time with the given other bits: for a row whose id must be the same whenever it is made,
// and for the lowest and highest id of a time.
func IDAt(t time.Time, other uuid.UUID) uuid.UUID {
	id := other
	var ms [8]byte
	binary.BigEndian.PutUint64(ms[:], uint64(t.UnixMilli()))
	copy(id[:6], ms[2:])
	id[6] = id[6]&0x0f | 0x70
	id[8] = id[8]&0x3f | 0x80
	return id
}

// ParseOptionalID returns nil for an empty text, and else ParseID.
func ParseOptionalID(text string) *uuid.UUID {
	if text == "" {
		return nil
	}
	return new(ParseID(text))
}

// ParseID returns the id in a text, or uuid.Nil, which no row has: a malformed id is reported as not found.
func ParseID(text string) uuid.UUID {
	id, err := uuid.Parse(text)
	if err != nil {
		return uuid.Nil
	}
	return id
}
