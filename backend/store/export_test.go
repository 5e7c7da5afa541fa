package store

// TokenText is tokenText, for tests.
var TokenText = tokenText
