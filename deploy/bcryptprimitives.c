/* Stand-in for a library of Windows that wine has only from version 9 on, for the check of a release; it is in no archive. */
#include <windows.h>

/* Fills a buffer with random bytes; declared by no header of mingw. */
BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length) {
    return SystemFunction036(buffer, (ULONG)length);
}
