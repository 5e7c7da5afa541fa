package config

import (
	"maps"
	"testing"
)

func TestMisspelt(t *testing.T) {
	known := []string{"UVBOARD_ADDR", "UVBOARD_BASE_URL", "UVBOARD_SMTP_URL", "UVBOARD_DATA_DIR", "DATABASE_URL"}
	got := Misspelt([]string{
		"UVBOARD_ADDR=:1", "UVBOARD_ADRR=:2", "UVBOARD_BASEURL=http://x", "UVBOARD_SMPT_URL=smtp://user:hunter2@mail", "UVBOARD_DATADIR", "UVBOARD_NEWS_FEEDS=f",
		"UVBOARD_TEST_MAIN=1", "HOME=/root", "XUVBOARD_ADRR=1",
		"DATABSE_URL=postgres://x:hunter2@y", "DATABASE_URL=x", "UVBOARD_DATABASE_URL=x", "UVBOARD_DATABSE_URL=x", "DATABASE_HOST=x",
	}, known)
	want := map[string]string{
		"UVBOARD_ADRR": "UVBOARD_ADDR", "UVBOARD_BASEURL": "UVBOARD_BASE_URL", "UVBOARD_SMPT_URL": "UVBOARD_SMTP_URL",
		"UVBOARD_DATADIR": "UVBOARD_DATA_DIR", "UVBOARD_NEWS_FEEDS": "",
		"DATABSE_URL": "DATABASE_URL", "UVBOARD_DATABASE_URL": "DATABASE_URL", "UVBOARD_DATABSE_URL": "DATABASE_URL",
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
