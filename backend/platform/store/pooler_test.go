package store_test

import (
	"context"
	"database/sql/driver"
	"strings"
	"testing"

	"github.com/lib/pq"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/pgtest"
)

// transactionPooler gives all its connections one session, as PgBouncer does with pool_mode = transaction.
type transactionPooler struct {
	*pq.Connector
	session driver.Conn
}

type pooledConn struct{ driver.Conn }

func (pooledConn) Close() error { return nil }

func (p transactionPooler) Connect(context.Context) (driver.Conn, error) {
	return pooledConn{p.session}, nil
}

func TestPoolerOfTransactionsIsRefused(t *testing.T) {
	address, err := pgtest.ServerURL()
	must.NoError(t, err)
	direct, err := pq.NewConnector(address)
	must.NoError(t, err)
	must.NoError(t, store.CheckSessions(t.Context(), direct))
	session, err := direct.Connect(t.Context())
	must.NoError(t, err)
	defer session.Close()
	err = store.CheckSessions(t.Context(), transactionPooler{direct, session})
	if err == nil || !strings.Contains(err.Error(), "pool_mode = session") {
		t.Errorf("error %v", err)
	}
}
