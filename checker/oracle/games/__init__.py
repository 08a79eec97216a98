"""The games that engines are tried with: all small ones, random, drawn and recorded ones."""
