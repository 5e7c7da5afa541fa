package search

var TokenText = tokenText
