<!doctype html>
