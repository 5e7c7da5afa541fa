package faults

import (
	"context"
	"errors"
	"math/rand/v2"
	"syscall"
	"time"
)

// kind is a kind of fault. It is injected, stays for a while, and is healed.
type kind struct {
	name string
	// missing is why the machine or the site cannot have it; empty if it can.
	missing string
	// ends says that the product may end by it. No other fault may end the product.
	ends   bool
	inject func(ctx context.Context) error
	// heal ends the fault. What the product needs is there again when it returns.
	heal func(ctx context.Context) error
	// back asks once for the service that the fault had taken; nil for a write to the database.
	back func(ctx context.Context) error
	// limits says that it limits memory, and the kernel may kill the product.
	limits bool
	// sends says that back sends a mail.
	sends bool
	// outside says that neither the server nor its database is touched.
	outside bool
	// behind says that what is made meanwhile counts as old. VibeKit keeps the newest 100 results only.
	behind bool
	// shortest and longest are the bounds of the time between inject and heal.
	shortest, longest time.Duration
}

// absent are kinds that this site has not, because of its database or its place of uploads. They run in another part.
const absent = "-"

func (s *site) kinds(random *rand.Rand) []kind {
	postgres := func() string {
		if s.cluster == nil {
			return absent
		}
		return ""
	}()
	either := func(reasons ...string) string {
		for _, reason := range reasons {
			if reason != "" {
				return reason
			}
		}
		return ""
	}
	nothing := func(context.Context) error { return nil }
	startDatabase := func(context.Context) error { return s.cluster.Start() }
	stopDatabase := func(signal syscall.Signal) func(context.Context) error {
		return func(context.Context) error { return s.cluster.Stop(signal) }
	}
	restart := func(ctx context.Context) error { return s.Launch() }

	kinds := []kind{
		{name: "kill -9 of the server", ends: true,
			inject: func(context.Context) error { return s.Stop(syscall.SIGKILL) }, heal: restart,
			longest: 300 * time.Millisecond},
		{name: "SIGTERM of the server", ends: true,
			inject: func(context.Context) error { return s.Stop(syscall.SIGTERM) }, heal: restart,
			longest: 300 * time.Millisecond},
		{name: "stop of PostgreSQL", missing: postgres, inject: stopDatabase(syscall.SIGINT), heal: startDatabase,
			longest: time.Second},
		{name: "immediate stop of PostgreSQL", missing: postgres, inject: stopDatabase(syscall.SIGQUIT),
			heal: startDatabase, longest: time.Second},
		{name: "kill -9 of PostgreSQL", missing: postgres, inject: stopDatabase(syscall.SIGKILL), heal: startDatabase,
			longest: time.Second},
		{name: "full disk of the server", missing: s.missing["disk"],
			inject: func(context.Context) error { return s.disk.fill() },
			heal:   func(context.Context) error { return s.disk.free() }, shortest: 500 * time.Millisecond,
			longest: 1500 * time.Millisecond},
		{name: "full disk of PostgreSQL", missing: either(postgres, s.missing["disk"]),
			inject: func(context.Context) error { return s.databaseDisk.fill() },
			heal: func(context.Context) error {
				return errors.Join(s.databaseDisk.free(), s.cluster.Start())
			}, shortest: 500 * time.Millisecond, longest: 1500 * time.Millisecond},
		{name: "slow disk of the server (10 writes a second)", missing: either(s.missing["disk"], s.missing["group"]),
			inject: func(context.Context) error { return s.group.throttle(s.disk, 10) },
			heal:   func(context.Context) error { return s.group.throttle(s.disk, 0) }, shortest: time.Second,
			longest: 2 * time.Second},
		{name: "slow disk of PostgreSQL (10 writes a second)", missing: either(postgres, s.missing["disk"],
			s.missing["group"]),
			inject: func(context.Context) error {
				pid, err := s.postmaster()
				if err != nil {
					return err
				}
				return errors.Join(s.databaseGroup.add(pid), s.databaseGroup.throttle(s.databaseDisk, 10))
			},
			heal:     func(context.Context) error { return s.databaseGroup.throttle(s.databaseDisk, 0) },
			shortest: time.Second, longest: 2 * time.Second},
		{name: "memory limit of 128 MiB", missing: s.missing["group"], ends: true, limits: true,
			inject: s.limited(128 << 20), heal: s.unlimited,
			shortest: 1500 * time.Millisecond, longest: 2500 * time.Millisecond},
		{name: "out of memory (24 MiB)", missing: s.missing["group"], ends: true, limits: true,
			inject: s.limited(24 << 20), heal: s.unlimited,
			shortest: time.Second, longest: 2 * time.Second},
		{name: "clock an hour ahead, and back", missing: s.missing["clock"],
			inject: func(context.Context) error { return s.setClock(time.Hour) },
			heal:   func(context.Context) error { return s.setClock(0) },
			back:   func(ctx context.Context) error { return s.asker.mail(ctx, s.mails) }, sends: true, outside: true,
			shortest: 300 * time.Millisecond, longest: 1500 * time.Millisecond},
		{name: "clock an hour behind, and back", missing: s.missing["clock"],
			inject: func(context.Context) error { return s.setClock(-time.Hour) },
			heal:   func(context.Context) error { return s.setClock(0) },
			back:   func(ctx context.Context) error { return s.asker.mail(ctx, s.mails) }, sends: true, outside: true,
			behind: true, shortest: 300 * time.Millisecond, longest: 1500 * time.Millisecond},
	}
	direction := func() string { return []string{"upstream", "downstream"}[random.IntN(2)] }
	for _, way := range []struct {
		name, missing string
		back          func(ctx context.Context) error
	}{
		{toDatabase, postgres, nil},
		{toStore, map[bool]string{true: absent}[s.uploads == ""], s.upload},
		{toMail, "", func(ctx context.Context) error { return s.asker.mail(ctx, s.mails) }},
		{toProvider, "", func(ctx context.Context) error { return s.asker.brief(ctx) }},
		{toStripe, "", func(ctx context.Context) error { return s.asker.donate(ctx) }},
	} {
		kinds = append(kinds, kind{
			name: way.name + ": cut", missing: way.missing, back: way.back, sends: way.name == toMail,
			outside: way.name != toDatabase, shortest: 200 * time.Millisecond, longest: 1500 * time.Millisecond,
			inject: func(context.Context) error { return s.proxies.enable(way.name, false) },
			heal:   func(context.Context) error { return s.proxies.enable(way.name, true) },
		})
		for _, t := range []struct {
			name  string
			toxic func() toxic
		}{
			{"reset", func() toxic {
				return toxic{Type: "reset_peer", Stream: direction(), Attributes: map[string]int{"timeout": 0}}
			}},
			{"half-open", func() toxic {
				return toxic{Type: "timeout", Stream: direction(), Attributes: map[string]int{"timeout": 0}}
			}},
			{"2 s of latency", func() toxic {
				return toxic{Type: "latency", Stream: direction(), Attributes: map[string]int{"latency": 2000}}
			}},
			{"1 kB a second", func() toxic {
				return toxic{Type: "bandwidth", Stream: direction(), Attributes: map[string]int{"rate": 1}}
			}},
			{"packets of a few bytes", func() toxic {
				return toxic{Type: "slicer", Stream: direction(), Attributes: map[string]int{"average_size": 8,
					"size_variation": 4, "delay": 200}}
			}},
			{"end after some bytes", func() toxic {
				return toxic{Type: "limit_data", Stream: direction(),
					Attributes: map[string]int{"bytes": 1 + random.IntN(2000)}}
			}},
		} {
			kinds = append(kinds, kind{
				name: way.name + ": " + t.name, missing: way.missing, back: way.back, sends: way.name == toMail,
				outside: way.name != toDatabase, shortest: 500 * time.Millisecond, longest: 2500 * time.Millisecond,
				inject: func(context.Context) error { return s.proxies.add(way.name, t.toxic()) },
				heal:   func(context.Context) error { return s.proxies.remove(way.name) },
			})
		}
	}
	for i := range kinds {
		if kinds[i].heal == nil {
			kinds[i].heal = nothing
		}
	}
	return kinds
}

// limited starts the product again with so many bytes of memory.
func (s *site) limited(bytes int64) func(context.Context) error {
	return func(context.Context) error {
		if err := s.Stop(syscall.SIGTERM); err != nil {
			return err
		}
		return errors.Join(s.group.limit(bytes), s.Launch())
	}
}

// unlimited ends the limit of memory, and starts the product if the kernel has killed it.
func (s *site) unlimited(context.Context) error {
	if err := s.group.limit(-1); err != nil {
		return err
	}
	if s.Running() {
		return nil
	}
	return s.Launch()
}

// upload stores an image.
func (s *site) upload(ctx context.Context) error {
	if !s.prober.SetAvatar(ctx) {
		return errors.New("the upload was not acknowledged")
	}
	return nil
}
